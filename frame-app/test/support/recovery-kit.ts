/** A recovery kit of version 1, for the words of the first vector of BIP-39. Never make it again: kits of that version must open for ever. */
export const sampleKit = {
  secret:
    '{"format":"airlock-recovery-kit","version":1,"walletId":"01bc956c-2e2e-4646-8364-a4867a4bcbd0","setId":"f145881d-11d1-41dd-b2c0-e471494a17cd","keyVersion":1,"eip155":"0x9858EfFD232B4033E47d90003D41EC34EcaEda94","solana":"HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk","ciphertext":"0CsQrm4OxUsHkf8kU-W0HK2QusA7Y8gGpDV_zjfxdDNi1c0WLxRhuxjraZs","share":"VjQw5uR9KCJf394FZ503Z2lqtNVET0eTmxD1oLinP9or","recoverySealed":"BIUnUjhXd8RfWSBsXXY_C2lSv2J9M66nsREnae5yNvtDHB-lZqEW5aF2nSgpvoKU8qNXhutj1NzwVu2McnqVsFAQ0ZZt1rxHbHD4cAakK1euc1e9C3mfT35iCjweEZEuhV3FfuDQeDEWIovOwSU4ab60","salt":"q8sIfD32w_Ovjt5s8m7cOA","wrapped":"6EBZqDrqtRlMB17391l94pr-_4sbifUBYjlDMK5khG7qG6mJrcVfdkkZNPxT6KJsaCB0TffrcIGWpXIp","check":"VaA_GPZzu7I"}',
  password: 'judge upgrade soul garment wall tongue',
  words: `${'abandon '.repeat(11)}about`,
} as const
