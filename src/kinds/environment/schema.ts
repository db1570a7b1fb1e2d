// What people write of an environment, and what can be wrong with it before anything is read.
import { z } from 'zod'
import { optional } from '../../core/given.ts'
import { hexColor, notEmpty, webUrl } from '../checks.ts'
import type { Form } from '../form.ts'
import type { CheckContext } from '../kind.ts'
import type { Desired } from '../resource.ts'

export function environmentSchema(form: Form): z.ZodObject {
  return z.strictObject({
    name: form
      .text(notEmpty)
      .describe('The name of the environment in the service. It identifies the environment.'),
    previously: optional(
      form.text(notEmpty),
      'The former name. If the service has an environment with this name, belfry renames that environment and does not create a new environment.',
    ),
    identifier: optional(
      form.text(notEmpty),
      'The application identifier that clients use. If `identifier` is not set, the service generates an identifier. If the identifier changes, clients that use the old identifier stop working.',
    ),
    color: optional(
      form.text(hexColor),
      'A hex color such as "#ff8800", in quotes. Required to create the environment.',
    ),
    parent: optional(
      form.text(notEmpty),
      'The name of the parent environment. If `parent` is not set, belfry leaves the parent unchanged.',
    ),
    dns: optional(
      form.map({
        inboundParseDomain: optional(form.text(notEmpty), 'The domain that receives inbound email.'),
      }),
      'The DNS settings of the environment.',
    ),
    bridge: optional(
      form
        .map({
          url: optional(
            form.text(webUrl),
            'The URL of the bridge application, such as https://example.com/bridge.',
          ),
        })
        .nullable(),
      'The bridge application of the environment. null removes the bridge application.',
    ),
    via: optional(
      form.text(notEmpty),
      'The target whose API key manages the environment. This field is needed only if the targets belong to several organisations. Default: the first target with an API key.',
    ),
  })
}

export function checkEnvironment(desired: Desired, context: CheckContext): void {
  const parents = new Map(
    Array.from(context.declaredOf('environment'), (item) => [item.name, item.declared['parent']]),
  )
  const walked = new Set<unknown>([desired.name])
  let parent = parents.get(desired.name)
  while (typeof parent === 'string') {
    if (walked.has(parent)) {
      if (parent === desired.name)
        context.report(
          'parent-cycle',
          ['parent'],
          `environment ${desired.name} is its own ancestor`,
          `Change or remove the field "parent" in environment ${desired.name} or in one of its ancestors.`,
        )
      return
    }
    walked.add(parent)
    parent = parents.get(parent)
  }
}
