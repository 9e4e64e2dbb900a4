import Domain

extension ValueReader<LoanPeriod> {
    static var loanPeriod: Self {
        Self("<n>", expected: "a number of days from 1 to 3650") { Int(digits: $0).flatMap(LoanPeriod.init(days:)) }
    }
}
