// JSON as a type of our own, for schemas whose types the library shows.

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
