// The texts of `belfry help TOPIC`, each at most a screen of 80 columns and 50 lines.
import type { TopicName } from './names.ts'
import { connection } from './connection.ts'
import { environment } from './environment.ts'
import { exitCodes } from './exit-codes.ts'
import { files } from './files.ts'
import { guards } from './guards.ts'
import { output } from './output.ts'
import { pipelines } from './pipelines.ts'
import { secrets } from './secrets.ts'
import { targets } from './targets.ts'

export const topicTexts: Readonly<Record<TopicName, string>> = {
  targets,
  files,
  secrets,
  connection,
  output,
  guards,
  pipelines,
  'exit-codes': exitCodes,
  environment,
}
