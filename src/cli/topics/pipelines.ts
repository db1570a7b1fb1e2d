// belfry help pipelines: plan on pull requests, apply after the merge.

export const pipelines = `Pipelines

belfry init --pipeline github (or gitlab) writes a pipeline for the project.

On a pull request: plan, and publish the result as a comment
  belfry plan --secrets=defer --out plan.json --report markdown=plan.md
  The job needs API keys and no other secrets: secrets are compared by name.
  --diff-base <ref>        also show fields that can't be compared and that
                           changed in the manifests since this revision
  --detailed-exitcode      exit 2 if changes are pending

After the merge: one of these
  belfry apply --approved plan.json --yes
                           a new plan, applied only if the approved plan
                           contains each of its changes
  belfry apply plan.json   exactly this saved plan; needs a job that planned
                           with all secrets and waited for an approval

From a fork, without any key
  belfry diff              compares the manifests with the base branch offline

Every night
  belfry plan --detailed-exitcode
                           exit 2: the service differs from the manifests

After a deploy
  belfry apply --yes --smoke smoke/deploy.yaml
                           run a smoke suite after the apply

Reports
  --report github          annotations, step summary, outputs of the step
  --report gitlab=FILE     code quality, or counts of changes
  --report junit=FILE      test results of apply and smoke
  --report sarif=FILE      findings of validate

Variables
  GitHub: GITHUB_EVENT_NAME and GITHUB_EVENT_PATH, GitLab: CI_MERGE_REQUEST_IID
  show that a pipeline runs for a pull request: then apply is refused. If this
  is intended: --allow-pull-request.
  GITHUB_BASE_REF and CI_MERGE_REQUEST_DIFF_BASE_SHA: the base of belfry diff.
  BELFRY_FINGERPRINT_KEY is needed if plan and apply have different API keys.
  All variables: belfry help environment

Every API key of the service can write. Give keys only to jobs that are
reviewed before they run.
`
