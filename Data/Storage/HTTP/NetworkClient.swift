/// The HTTP client of this build. Without the trait `Remote`, each request fails as unreachable, and the error says how
/// to build with networking.
public func networkClient() -> any HTTPClient {
    #if Remote
    URLSessionClient()
    #else
    NoNetwork()
    #endif
}

#if !Remote
private struct NoNetwork: HTTPClient {
    func begin(_ request: HTTPRequest) throws(HTTPError) -> HTTPAnswer {
        throw HTTPError(
            request, .unreachable("this build has no networking; build it without --disable-default-traits"))
    }
}
#endif
