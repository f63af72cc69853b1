/** Pairing flows, which load when the user pairs. In `later.ts`, which gives the reason for such a file, they would be an import cycle. */
export const loadPair = () => import('./pair.ts')
export const loadPairWith = () => import('./pair-with.ts')
