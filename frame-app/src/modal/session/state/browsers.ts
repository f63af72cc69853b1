/** Wallet apps that open the page in their own browser. */
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'

/** Solana pages reach these apps only from inside them. The page appends its own URL to these prefixes. */
const browsers: Readonly<Record<string, string>> = {
  a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393: 'https://phantom.app/ul/browse/',
  '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79': 'https://solflare.com/ul/v1/browse/',
  fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa: 'https://go.cb-w.com/dapp?cb_url=',
}

export const browserOf = (id: string, namespace: Namespace): string | undefined =>
  namespace === 'solana' && Object.hasOwn(browsers, id) ? browsers[id] : undefined
