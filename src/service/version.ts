// The version that requests name; a constant, so that no file is read at start-up. A test holds it to package.json.
export const version = '0.1.0'
