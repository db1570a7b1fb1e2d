// belfry help exit-codes: exit codes.

export const exitCodes = `Exit codes

  0    Done. Without --detailed-exitcode, also if a plan shows changes.
  1    The service or the network failed, an output could not be written, or the
       program has a bug (the message then asks for a bug report). Nothing was
       written to the service.
  2    plan and diff with --detailed-exitcode: changes are pending, a resource
       is in the service twice, or a failover is drift. Exit code 2 is not an
       error.
  3    Invalid input: options, files, variables or API keys. Nothing was
       written.
  4    A guard refused, for example: the service changed since the plan was
       made, a limit is exceeded, a target is protected, the API key belongs to
       a different environment, apply was not confirmed. Nothing was written.
  5    Writes or triggers were sent, but some are not done or have an unknown
       result, or changes wait for the API key of a new environment. The result
       lists each of these. Also: after writes, the result or a report could not
       be written.
  6    Applied, but not converged: a new plan still shows changes, a resource is
       in the service twice, or email or sms has several primary
       integrations.
  7    A smoke test or a trigger failed: an expectation is not met, a step
       failed, the status is not "processed", or the wait timed out.
  9    Node ended before belfry started, because of an option of Node. To read
       variables from a file, use --dotenv.
  130  Interrupted by Ctrl-C. The result lists what was done and what is
       unknown.
  143  Ended by SIGTERM or SIGHUP. The result lists what was done and what is
       unknown.

Several exit codes apply
  The exit code is the first in this list that applies:
  130, 143, 5, 6, 7, 4, 3, 1, 2, 0.

More about one exit code
  belfry explain exit/5

In a script
  belfry plan --detailed-exitcode
  case $? in
    0) echo "no changes" ;;
    2) echo "changes are pending" ;;
    *) exit 1 ;;
  esac

With --format json, "exit" contains the exit code, also after an error.
doctor: exit 3 if a problem would stop an apply run, otherwise exit 0.
`
