package main

import future.keywords

# The plan in the output of belfry plan, or of belfry show for a saved plan.
plan := input.plan if {
	input.plan
} else := input.saved.plan

deny contains "the input contains no plan" if not plan
