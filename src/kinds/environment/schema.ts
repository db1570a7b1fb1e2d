// What people write of an environment.
import { z } from 'zod'
import { hexColor, notEmpty, webUrl } from '../checks.ts'
import type { Form } from '../form.ts'

export function environmentSchema(form: Form): z.ZodObject {
  return z.strictObject({
    name: form
      .text(notEmpty)
      .describe('The name of the environment in the service. It identifies the environment.'),
    previously: form
      .text(notEmpty)
      .optional()
      .describe(
        'The former name. If the service has an environment with this name, belfry renames that environment and does not create a new environment.',
      ),
    identifier: form
      .text(notEmpty)
      .optional()
      .describe(
        'The application identifier that clients use. If `identifier` is not set, the service generates an identifier. If the identifier changes, clients that use the old identifier stop working.',
      ),
    color: form
      .text(hexColor)
      .optional()
      .describe('A hex color such as "#ff8800", in quotes. Required to create the environment.'),
    parent: form
      .text(notEmpty)
      .optional()
      .describe(
        'The name of the parent environment. If `parent` is not set, belfry leaves the parent unchanged.',
      ),
    dns: form
      .map({
        inboundParseDomain: form
          .text(notEmpty)
          .optional()
          .describe('The domain that receives inbound email.'),
      })
      .optional()
      .describe('The DNS settings of the environment.'),
    bridge: form
      .map({
        url: form
          .text(webUrl)
          .optional()
          .describe('The URL of the bridge application, such as https://example.com/bridge.'),
      })
      .nullable()
      .optional()
      .describe('The bridge application of the environment. null removes the bridge application.'),
    via: form
      .text(notEmpty)
      .optional()
      .describe(
        'The target whose API key manages the environment. This field is needed only if the targets belong to several organisations. Default: the first target with an API key.',
      ),
  })
}
