// Words that are the same in the secrets of everyone, so that they are no part of a secret.

export const publicWords: readonly string[] = [
  // Paths of webhooks in Teams, and push tokens of Expo.
  'IncomingWebhook',
  'ExponentPushToken',
  // The first bytes of each RSA key in PKCS #8.
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC',
  // {"alg":"HS256","typ":"JWT"}, in both orders.
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9',
  'eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9',
]
