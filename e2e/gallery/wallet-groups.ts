/** The groups of the gallery that the wallet frame draws itself. */
export const walletGroups = { approval: 'WalletApproval', security: 'WalletSecurity' } as const
