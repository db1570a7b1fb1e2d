// belfry help exit-codes: exit codes.

export const exitCodes = `Exit codes

  0    Done. Also a plan with changes, without --detailed-exitcode.
  1    The service or the network failed, an output could not be written, or
       there is a bug in belfry (the message shows it). Nothing was written to
       the service.
  2    plan, diff with --detailed-exitcode: changes are pending, or a resource
       is in the service twice. Never an error.
  3    Invalid input: options, files, variables or API keys. Nothing was
       written.
  4    Refused by a guard: the service changed since the plan was made, a limit,
       a protected target, the wrong environment, not confirmed. Nothing was
       written.
  5    Writes or triggers were sent, and not all of them are done, or the result
       of some is unknown, or a target waits for its API key. The result lists
       all of them. Also if the result or a report could not be written after
       writes.
  6    Applied, but not converged: a new plan still shows changes, a resource is
       in the service twice, or email or sms has several primaries.
  7    A smoke test or a trigger failed: an expectation is not met, a step
       failed, the status is not "processed", or it did not finish in time.
  9    Node ended before belfry started: the file of --env-file doesn't exist.
       Create the file or correct its path.
  130  Interrupted by Ctrl-C. What was done and what is unknown is listed.
  143  Ended by SIGTERM or SIGHUP, in the same way.

Several reasons
  The first of these counts: 130, 143, 5, 6, 7, 4, 3, 1, 2, 0.

More about one of them
  belfry explain exit/5

In a script
  belfry plan --detailed-exitcode
  case $? in
    0) echo "no changes" ;;
    2) echo "changes are pending" ;;
    *) exit 1 ;;
  esac

JSON (--format json) has the exit code as "exit", also after an error.
doctor: 0 if nothing would stop an apply, 3 if something would.
`
