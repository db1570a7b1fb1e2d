// What a provider says when it refuses a message, in the words that its own API uses.

const texts: Readonly<Record<string, string>> = {
  sendgrid: 'The from address does not match a verified Sender Identity',
  mailgun: 'Sandbox subdomains are for test purposes only. Please add your own domain',
  ses: 'MessageRejected: Email address is not verified',
  postmark: 'The Sender Signature for this address has not been confirmed',
  resend: 'The domain is not verified',
  nodemailer: 'Invalid login: 535 5.7.8 Authentication credentials invalid',
  twilio: "The 'To' number is not a valid phone number (21211)",
  sns: 'AuthorizationError: the user is not authorized to perform SNS:Publish',
  nexmo: 'Bad Credentials',
  slack: 'invalid_auth',
  fcm: 'messaging/registration-token-not-registered',
  apns: 'BadDeviceToken',
  expo: 'DeviceNotRegistered',
}

/** That it has revoked its key can be said by any provider. */
export function refusalOf(providerId: string): string {
  return Object.hasOwn(texts, providerId)
    ? (texts[providerId] ?? '')
    : 'Unauthorized: the API key is not valid'
}
