import Data
import Domain

extension Day {
    /// The present day where the program runs.
    static var today: Day {
        let date = SystemProcess.localDate
        // The calendar of the system has no days that `Day` lacks; a clock that is centuries wrong stays in bounds.
        return Day(year: date.year, month: date.month, day: date.day) ?? Day(daysSince1970: 0)
    }
}
