/// Why a command did nothing: the problem, and what to write or do instead.
struct Refusal: Error {
    let problem: String
    let advice: String
    /// 64 if the arguments are wrong, 1 if they can't be carried out.
    let status: Int32

    init(_ problem: String, _ advice: String, status: Int32 = 64) {
        (self.problem, self.advice, self.status) = (problem, advice, status)
    }
}
