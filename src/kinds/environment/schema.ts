// What people write of an environment.
import { z } from 'zod'
import { hexColor, notEmpty, webUrl } from '../checks.ts'
import type { Form } from '../form.ts'

export function environmentSchema(form: Form): z.ZodObject {
  return z.strictObject({
    name: form.text(notEmpty).describe('Its name in the service, and its identity.'),
    previously: form
      .text(notEmpty)
      .optional()
      .describe('The name that it had before: where that is live, it is renamed.'),
    identifier: form
      .text(notEmpty)
      .optional()
      .describe(
        "The public application identifier; the service makes one when it isn't set. Changing it breaks clients.",
      ),
    color: form
      .text(hexColor)
      .optional()
      .describe('A hex color such as "#ff8800". Needed to create the environment.'),
    parent: form.text(notEmpty).optional().describe('The name of the parent environment.'),
    dns: z
      .strictObject({
        inboundParseDomain: form.text(notEmpty).optional().describe('The domain of inbound e-mail.'),
      })
      .optional(),
    bridge: z
      .strictObject({ url: form.text(webUrl).optional().describe('The address of the bridge application.') })
      .nullable()
      .optional()
      .describe('null clears it.'),
    via: form
      .text(notEmpty)
      .optional()
      .describe('The target whose key manages it, where targets belong to several organisations.'),
  })
}
