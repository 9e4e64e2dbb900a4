import Domain
import Testing

struct LoanPeriodTests {
    @Test(arguments: [(0, false), (1, true), (3650, true), (3651, false), (-1, false)])
    func aLoanPeriodIsADayToTenYears(_ days: Int, isAllowed: Bool) {
        #expect(LoanPeriod(days)?.days == (isAllowed ? days : nil))
    }

    @Test func theStandardLoanPeriodIsFourWeeks() {
        #expect(LoanPeriod.standard.days == 28)
    }
}
