import Domain
import Presentation

extension ValueReader<LoanPeriod> {
    static var loanPeriod: Self {
        Self("<n>", expected: "a number of days from \(LoanDays.allowed.ends)") {
            Int(digits: $0).flatMap { LoanPeriod($0) }
        }
    }
}
