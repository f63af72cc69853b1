export const catalogueFile: string
export function ensureNetworks(): Promise<void>
export function writeCatalogue(): Promise<string>
