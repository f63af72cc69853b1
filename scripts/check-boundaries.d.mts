/** One line per violation of `boundaries.mjs` under `root`. */
export function checkBoundaries(root: string): string[]
