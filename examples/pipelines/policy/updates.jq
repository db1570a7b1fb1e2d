# Refuses too many updates of a target. The project file and --max-changes can't change this number.
20 as $most
| (.plan // .saved.plan).sections[]
| .target as $target
| [.changes[] | select(.action == "update")]
| select(length > $most)
| "\($target // "organisation"): \(length) updates, at most \($most) are allowed"
