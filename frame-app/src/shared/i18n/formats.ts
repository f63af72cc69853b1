/** Formats numbers, money and dates for a locale. Formatters are expensive to create, so each is created once. */

export interface Formats {
  number: (value: number) => string
  /** Decimal text of any length, such as from `floorToDecimals`: grouped for the locale, no digit changed. */
  decimal: (text: string) => string
  /** Two decimals, with the currency symbol. */
  fiat: (value: number, currency?: string) => string
  date: (at: number) => string
  /** With the year. */
  day: (at: number) => string
  /** With seconds. */
  time: (at: number) => string
  /** "March", or "March 2024" if it is in another year. */
  month: (at: number, now: number) => string
}

export function createFormats(locale: string): Formats {
  const number = once((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))
  const date = once((options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options))
  return {
    number: (value) => number({}).format(value),
    decimal(text) {
      if (!isDecimal(text)) return text
      const places = text.split('.')[1]?.length ?? 0
      return number({ minimumFractionDigits: places, maximumFractionDigits: places }).format(text)
    },
    fiat: (value, currency = 'USD') =>
      number({ style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value),
    date: (at) => date({ day: '2-digit', month: 'short' }).format(at),
    day: (at) => date({ dateStyle: 'medium' }).format(at),
    time: (at) => date({ timeStyle: 'medium' }).format(at),
    month: (at, now) => date(isSameYear(at, now) ? { month: 'long' } : { month: 'long', year: 'numeric' }).format(at),
  }
}

function once<Options, Formatter>(make: (options: Options) => Formatter): (options: Options) => Formatter {
  const made = new Map<string, Formatter>()
  return (options) => {
    const name = JSON.stringify(options)
    const known = made.get(name) ?? make(options)
    made.set(name, known)
    return known
  }
}

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d{1,100})?$/.test(text)
const isSameYear = (one: number, other: number) => new Date(one).getFullYear() === new Date(other).getFullYear()
