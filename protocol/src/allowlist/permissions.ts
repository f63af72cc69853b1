/** The answer of `wallet_getPermissions` and `wallet_requestPermissions` (EIP-2255): a page may see its accounts, and nothing else. */
export interface Permission {
  /** The origin of the page. */
  readonly invoker: string
  readonly parentCapability: 'eth_accounts'
  readonly caveats: { readonly type: 'restrictReturnedAccounts'; readonly value: string[] }[]
}

/** Without an account there is no permission. */
export const permissionsFor = (invoker: string, accounts: readonly string[]): Permission[] =>
  accounts.length === 0
    ? []
    : [
        {
          invoker,
          parentCapability: 'eth_accounts',
          caveats: [{ type: 'restrictReturnedAccounts', value: [...accounts] }],
        },
      ]
