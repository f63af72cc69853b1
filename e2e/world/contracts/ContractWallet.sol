// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A wallet that is a contract: it signs with the key of its owner (ERC-1271)
contract ContractWallet {
    address private immutable owner;

    constructor(address first) {
        owner = first;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        bool isOwners = signature.length == 65
            && ecrecover(hash, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64])) == owner;
        return isOwners ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// @title Makes wallets at addresses that are known before (ERC-6492)
contract WalletFactory {
    function create(address owner, bytes32 salt) external returns (address) {
        return address(new ContractWallet{salt: salt}(owner));
    }

    function addressOf(address owner, bytes32 salt) external view returns (address) {
        bytes32 code = keccak256(abi.encodePacked(type(ContractWallet).creationCode, abi.encode(owner)));
        return address(uint160(uint256(keccak256(abi.encodePacked(hex"ff", address(this), salt, code)))));
    }
}
