export const inputs: Readonly<
  Record<
    | 'sdk'
    | 'react'
    | 'elements'
    | 'tag'
    | 'kit'
    | 'frame'
    | 'wallet'
    | 'pack'
    | 'demo'
    | 'fixtures'
    | 'conformance'
    | 'gallery'
    | 'service',
    readonly string[]
  >
>
export function filesAt(place: string): string[]
