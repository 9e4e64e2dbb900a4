/// The network, as this build has it. Without the trait `Remote` there is none: each request fails as unreachable, and
/// says what to do about it.
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
        throw HTTPError(request, .unreachable("this program has no network; build it without --disable-default-traits"))
    }
}
#endif
