# Refuses too many updates of a target. The project file and --max-changes can't change this number.
package main

import future.keywords

most_updates := 20

deny contains message if {
	some section in plan.sections
	updates := [change | some change in section.changes; change.action == "update"]
	count(updates) > most_updates
	message := sprintf(
		"%s: %d updates, at most %d are allowed",
		[object.get(section, "target", "organisation"), count(updates), most_updates],
	)
}
