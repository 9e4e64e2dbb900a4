import Data
import Domain
import Presentation
import TestSupport
import TestTraits
import Testing

@MainActor
@Suite(.endsIfItHangs)
struct LentBookListTests {
    private let shelf: ThreeBooks

    init() throws { shelf = try ThreeBooks() }

    /// The list and the sheet of a loan each have their view model, over one library.
    @Test func aLoanMadeInAnotherViewIsInTheRows() async {
        let model = shelf.model()
        let loans = LoansViewModel(context: context(shelf.library), preferences: DefaultPreferences())
        await during(model.observe) {
            await until { model.total == 3 }
            let lent = await loans.lend([Book.ID(bits: 1)], to: "Ben")
            await until { model.rows.last?.lentTo != nil }
            #expect(model.rows.map(\.lentTo) == [nil, nil, "Ben"])
            #expect(model.rows.last?.due == lent?.first?.loan.due)
            #expect(await model.remove([Book.ID(bits: 1)]) == nil)
            #expect(model.actionError?.message == "\"Zeit\" is lent to Ben until 2024-06-07")
            #expect(model.total == 3)
            _ = await loans.takeBack([Book.ID(bits: 1)])
            await until { model.rows.last?.lentTo == nil }
            #expect(await model.remove([Book.ID(bits: 1)]) != nil)
            await until { model.total == 2 }
            #expect(model.actionError == nil)
        }
    }
}
