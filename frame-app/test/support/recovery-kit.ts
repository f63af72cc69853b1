/** A recovery kit of version 1, for the words of the first vector of BIP-39. Never make it again: kits of that version must open for ever. */
export const sampleKit = {
  secret:
    '{"format":"airlock-recovery-kit","version":1,"walletId":"8c48a4f5-c8f4-4e34-897e-ae4409938c03","setId":"67c82607-71f9-4b3f-91bc-04b35004d424","keyVersion":1,"eip155":"0x9858EfFD232B4033E47d90003D41EC34EcaEda94","solana":"HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk","ciphertext":"JbxGZEExsdsOu83046U5EWUqXyXw3HnKi4qeBg2oX8iTkcKbiIWg2omzHuQ","share":"9gT_Np7-skkn7VVPwWfp1NwhnR0ocNUFT0J9JxYos3T6","recoverySealed":"BCFSfHEtCyXAHdPXNN-TMHDEwVAyO8oZ81jkhkIp6C2vd_GOtJO0fsFQLU_RbHwNQxWRkeKKHo8ID-0qQYl0XTXiVox4kIvhN_fIl2i4e--idiRqLVwNokIF8B9deb51xzVPCQ99pau5PsxRipIm2y0Q","wrapped":"w7SiiulFDrz4amCr0F5O3zY9JWBtG5zwjmUWtSfyYKvg8rcqigKk9K53dJJ8-NrzTavoRSYfcta_fchiouEwQw5rk0LHWenJ2icetg","check":"Be6F1Pu6dh8"}',
  password: 'satisfy fabric smile metal reject blast',
  words: `${'abandon '.repeat(11)}about`,
} as const
