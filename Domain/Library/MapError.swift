/// The result of `work`; `transform` converts an error, in the manner of `Result.mapError`.
public func mapError<Value, Failure, NewFailure>(
    _ transform: (Failure) -> NewFailure, _ work: @autoclosure () throws(Failure) -> Value
) throws(NewFailure) -> Value {
    do {
        return try work()
    } catch {
        throw transform(error)
    }
}
