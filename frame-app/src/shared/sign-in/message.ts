/** The form in which wallets take a text for `personal_sign`: its UTF-8 bytes in hex. */
export const textForWallet = (text: string): string =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
