/**
 * The text of a sign-in (EIP-4361) for the requesting page: the only request that the embedded wallet approves inside
 * the modal on every page.
 */
export function signInText({ origin, address, chainId }: { origin: string; address: string; chainId: string }): string {
  const [namespace, reference] = chainId.split(':')
  return [
    `${new URL(origin).host} wants you to sign in with your ${namespace === 'solana' ? 'Solana' : 'Ethereum'} account:`,
    address,
    '',
    `URI: ${origin}`,
    'Version: 1',
    `Chain ID: ${reference}`,
    'Nonce: abcdefgh1234',
    `Issued At: ${new Date().toISOString()}`,
  ].join('\n')
}
