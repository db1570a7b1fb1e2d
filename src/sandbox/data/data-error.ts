// What is wrong with a folder of data, as a sentence for whoever gave it.

export class DataError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DataError'
  }
}
