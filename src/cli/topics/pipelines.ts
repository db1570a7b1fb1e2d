// belfry help pipelines: plan on pull requests, apply after the merge.

export const pipelines = `Pipelines

belfry init --pipeline github (or gitlab) writes a pipeline for the project.

On a pull request: plan, and publish the result as a comment
  belfry plan --secrets=defer --out plan.json --report markdown=plan.md
  The job needs API keys but no other secrets: belfry compares only the names of
  secrets.
  --diff-base <ref>        show which changes come from the pull request, and
                           which changes undo drift, such as manual edits
  --detailed-exitcode      exit 2 if changes are pending

After the merge: one of these commands
  belfry apply --approved plan.json --yes
                           make a new plan, and apply the new plan only if
                           plan.json contains each change of the new plan
  belfry apply plan.json   apply exactly this saved plan. Make the plan with all
                           secrets, and approve the plan before this job runs.

On a pull request from a fork, without API keys
  belfry diff              compares the manifests with the base branch offline

Every night
  belfry plan --detailed-exitcode
                           exit 2: the service differs from the manifests

After a deploy
  belfry apply --yes --smoke smoke/deploy.yaml
                           apply, then run this smoke suite

Reports
  --report github          annotations, step summary, outputs of the step
  --report gitlab=FILE     code quality (validate) or number of changes (plan)
  --report junit=FILE      test results of apply and smoke
  --report sarif=FILE      findings of validate

Variables
  For a pull request, belfry reads API keys only from variables named BELFRY_*
  or listed in BELFRY_KEY_VARIABLES, and refuses apply, trigger, smoke without
  --allow-pull-request. GITHUB_EVENT_NAME and GITHUB_EVENT_PATH on GitHub, and
  CI_MERGE_REQUEST_IID and CI_EXTERNAL_PULL_REQUEST_IID on GitLab, show this.
  For diff, GITHUB_BASE_REF or CI_MERGE_REQUEST_DIFF_BASE_SHA sets the base.
  Set BELFRY_FINGERPRINT_KEY if plan and apply use different API keys.
  All variables: belfry help environment

Every API key of the service can write. Give API keys only to jobs whose code is
reviewed before the job runs.
`
