// An event as the list shows it: some fields, step types and providers are for the single read only.
import type {
  DigestMetadata,
  Job,
  Notification,
  RetrievedDigestMetadata,
  RetrievedJob,
  RetrievedNotification,
} from '../../wire/generated.ts'
import { jobProvidersHiddenByList, stepTypesHiddenByList } from './vocabulary.ts'
import { without } from '../store/records.ts'

export function listedEvent(event: RetrievedNotification): Notification {
  const { jobs, channels, ...rest } = without(event, 'severity', 'critical', 'contextKeys')
  return {
    ...rest,
    ...(channels !== undefined && {
      channels: channels.filter((type) => !stepTypesHiddenByList.includes(type)),
    }),
    ...(jobs !== undefined && { jobs: jobs.filter(isListed).map(listedJob) }),
  }
}

function isListed({ type, providerId }: RetrievedJob): boolean {
  return !stepTypesHiddenByList.includes(type) && !jobProvidersHiddenByList.includes(providerId)
}

function listedJob(retrieved: RetrievedJob): Job {
  const { digest, executionDetails, ...job } = without(retrieved, 'scheduleExtensionsCount')
  return {
    ...job,
    ...(digest !== undefined && { digest: listedDigest(digest) }),
    executionDetails: executionDetails.map((detail) => {
      const { providerId = job.providerId } = detail
      const isHidden = jobProvidersHiddenByList.includes(providerId)
      return Object.assign(without(detail, 'providerId'), {
        providerId: isHidden ? job.providerId : providerId,
      })
    }),
  }
}

function listedDigest({ timed, ...digest }: RetrievedDigestMetadata): DigestMetadata {
  return timed === undefined ? digest : { ...digest, timed: without(timed, 'untilDate') }
}
