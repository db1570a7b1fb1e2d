// The environment variables that commands share, for the last lines of their help. `belfry help environment` explains each.

export const proxies = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'] as const

/** Of commands that connect to the service of a project. */
export const service = ['BELFRY_URL', 'BELFRY_API_KEY', 'BELFRY_FILE_ROOTS', ...proxies] as const

/** Of those that also read secrets, and make or check fingerprints. */
export const sealed = [
  ...service,
  'BELFRY_FINGERPRINT_KEY',
  'BELFRY_SECRET_COMMAND',
  'BELFRY_SECRET_NAMES',
] as const

/** Of commands that write to the service or send a trigger: any of these may forbid it. */
export const guarded = ['BELFRY_READ_ONLY', 'GITHUB_EVENT_NAME'] as const
