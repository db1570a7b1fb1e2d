// What a fault bends of the world for one request, apart from the catalogue, which the world doesn't know.

export type Quirk = 'race-create' | 'race-trigger' | 'vanished-cursor' | 'substring-ids' | 'dropped-trigger'
