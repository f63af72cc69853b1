/** From the root of the project. */
export const packageTests: string
export function isPackageReviewed(): boolean
export function noteReviewed(): void
