/// The commands of what items refer to.
typealias SampleTargetCommands = ItemCommands
