/**
 * Time zones where no provider of the specification sells (specification §9). Source: AppKit's list,
 * mainland China, Hong Kong and Macau. It only saves the user a checkout that refuses. A user can set another
 * clock; the provider decides.
 */
const restrictedZones: ReadonlySet<string> = new Set([
  'ASIA/SHANGHAI',
  'ASIA/URUMQI',
  'ASIA/CHONGQING',
  'ASIA/HARBIN',
  'ASIA/KASHGAR',
  'ASIA/MACAU',
  'ASIA/HONG_KONG',
  'ASIA/MACAO',
  'ASIA/BEIJING',
])

/** @param zone as the browser names it */
export const isRestricted = (zone: string): boolean => restrictedZones.has(zone.toUpperCase())
