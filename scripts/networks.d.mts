export const catalogueFile: string
export function writeCatalogue(): Promise<string>
