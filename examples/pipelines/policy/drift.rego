# Refuses a plan that undoes drift and also contains changes of the branch. A plan without --diff-base has no
# causes, so it is allowed.
package main

import future.keywords

causes contains change.cause if {
	some section in plan.sections
	some change in section.changes
}

deny contains "the plan undoes drift and also contains changes of the branch" if {
	count(causes - {"branch"}) > 0
	count(causes - {"drift"}) > 0
}
