/** The flows of pairing, which load when a user asks for them. Named here for the same reason as in `later.ts`, which would be a cycle. */
export const loadPair = () => import('./pair.ts')
export const loadPairWith = () => import('./pair-with.ts')
