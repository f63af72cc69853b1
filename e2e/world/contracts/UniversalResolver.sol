// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface Registry {
    function resolver(bytes32 node) external view returns (address);
}

interface Resolver {
    function addr(bytes32 node) external view returns (address payable);
    function name(bytes32 node) external view returns (string memory);
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory);
    function supportsInterface(bytes4 id) external view returns (bool);
}

interface BatchGateway {
    struct Question {
        address sender;
        string[] urls;
        bytes data;
    }

    function query(Question[] calldata questions)
        external
        view
        returns (bool[] memory failures, bytes[] memory responses);
}

/// @title The calls of ENS's universal resolver that clients make, for local chains
/// @notice ENS's own is not published as a package. This one finds the resolver of a name, or the wildcard resolver of the
/// nearest parent (ENSIP-10), passes off-chain questions on to the client as a batch (EIP-3668), and checks a primary name
/// against the address that the name has.
contract UniversalResolver {
    error OffchainLookup(
        address sender,
        string[] urls,
        bytes callData,
        bytes4 callbackFunction,
        bytes extraData
    );
    error ResolverNotFound(bytes name);
    error ResolverError(bytes errorData);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error HttpError(uint16 status, string message);

    Registry private immutable registry;

    constructor(Registry ens) {
        registry = ens;
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata gateways)
        external
        view
        returns (bytes memory, address)
    {
        (address resolver, bool isExact) = find(name, 0);
        bool isWildcard = resolver != address(0) && supportsWildcard(resolver);
        if (resolver == address(0) || (!isExact && !isWildcard)) revert ResolverNotFound(name);
        (bool isDone, bytes memory returned) =
            resolver.staticcall(isWildcard ? abi.encodeCall(Resolver.resolve, (name, data)) : data);
        if (isDone) return (isWildcard ? abi.decode(returned, (bytes)) : returned, resolver);
        if (bytes4(returned) != OffchainLookup.selector) revert ResolverError(returned);
        (address sender, string[] memory urls, bytes memory question, bytes4 callback, bytes memory extra) =
            readLookup(returned);
        if (sender != resolver) revert ResolverError(returned);
        BatchGateway.Question[] memory questions = new BatchGateway.Question[](1);
        questions[0] = BatchGateway.Question(sender, urls, question);
        revert OffchainLookup(
            address(this),
            gateways,
            abi.encodeCall(BatchGateway.query, (questions)),
            this.resolveCallback.selector,
            abi.encode(resolver, callback, extra)
        );
    }

    function resolveCallback(bytes calldata response, bytes calldata extra)
        external
        view
        returns (bytes memory, address)
    {
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        if (failures[0]) revertWith(responses[0]);
        (address resolver, bytes4 callback, bytes memory its) = abi.decode(extra, (address, bytes4, bytes));
        (bool isDone, bytes memory returned) =
            resolver.staticcall(abi.encodeWithSelector(callback, responses[0], its));
        if (!isDone) revert ResolverError(returned);
        return (abi.decode(returned, (bytes)), resolver);
    }

    /// @param reverseAddress of 20 bytes
    function reverseWithGateways(bytes calldata reverseAddress, uint256, string[] calldata gateways)
        external
        view
        returns (string memory, address, address)
    {
        bytes memory reverseName = abi.encodePacked(uint8(40), hexOf(reverseAddress), hex"046164647207726576657273650000");
        bytes32 node = namehash(reverseName, 0);
        address reverseResolver = registry.resolver(node);
        if (reverseResolver == address(0)) revert ResolverNotFound(reverseName);
        string memory primary = Resolver(reverseResolver).name(node);
        if (bytes(primary).length == 0) return ("", address(0), reverseResolver);
        bytes memory encoded = encode(bytes(primary));
        bytes memory question = abi.encodeCall(Resolver.addr, (namehash(encoded, 0)));
        try this.resolveWithGateways(encoded, question, gateways) returns (bytes memory found, address resolver) {
            return checked(primary, reverseAddress, found, resolver, reverseResolver);
        } catch (bytes memory thrown) {
            if (bytes4(thrown) != OffchainLookup.selector) revertWith(thrown);
            (, string[] memory urls, bytes memory callData,, bytes memory extra) = readLookup(thrown);
            revert OffchainLookup(
                address(this),
                urls,
                callData,
                this.reverseCallback.selector,
                abi.encode(primary, reverseAddress, reverseResolver, extra)
            );
        }
    }

    function reverseCallback(bytes calldata response, bytes calldata extra)
        external
        view
        returns (string memory, address, address)
    {
        (string memory primary, bytes memory reverseAddress, address reverseResolver, bytes memory its) =
            abi.decode(extra, (string, bytes, address, bytes));
        (bytes memory found, address resolver) = this.resolveCallback(response, its);
        return checked(primary, reverseAddress, found, resolver, reverseResolver);
    }

    function checked(
        string memory primary,
        bytes memory reverseAddress,
        bytes memory found,
        address resolver,
        address reverseResolver
    ) private pure returns (string memory, address, address) {
        if (found.length != 32 || keccak256(abi.encodePacked(abi.decode(found, (address)))) != keccak256(reverseAddress))
            revert ReverseAddressMismatch(primary, found);
        return (primary, resolver, reverseResolver);
    }

    /// @return resolver of the name, or of its nearest parent that has one
    function find(bytes calldata name, uint256 start) private view returns (address resolver, bool isExact) {
        resolver = registry.resolver(namehash(name, start));
        if (resolver != address(0)) return (resolver, true);
        if (uint8(name[start]) == 0) return (address(0), false);
        (resolver,) = find(name, start + 1 + uint8(name[start]));
        return (resolver, false);
    }

    function supportsWildcard(address resolver) private view returns (bool) {
        try Resolver(resolver).supportsInterface(0x9061b923) returns (bool isSupported) {
            return isSupported;
        } catch {
            return false;
        }
    }

    /// @param name as DNS writes it
    function namehash(bytes memory name, uint256 start) private pure returns (bytes32) {
        uint256 length = uint8(name[start]);
        if (length == 0) return 0;
        bytes memory label = new bytes(length);
        for (uint256 i = 0; i < length; i++) label[i] = name[start + 1 + i];
        return keccak256(abi.encodePacked(namehash(name, start + 1 + length), keccak256(label)));
    }

    /// @return encoded as DNS writes it: each label after its length, and a zero
    function encode(bytes memory text) private pure returns (bytes memory encoded) {
        encoded = new bytes(text.length + 2);
        uint256 start = 0;
        for (uint256 i = 0; i < text.length; i++) {
            encoded[i + 1] = text[i];
            if (text[i] != ".") continue;
            encoded[start] = bytes1(uint8(i - start));
            start = i + 1;
        }
        encoded[start] = bytes1(uint8(text.length - start));
    }

    function hexOf(bytes calldata data) private pure returns (bytes memory text) {
        bytes16 digits = "0123456789abcdef";
        text = new bytes(data.length * 2);
        for (uint256 i = 0; i < data.length; i++) {
            text[2 * i] = digits[uint8(data[i]) >> 4];
            text[2 * i + 1] = digits[uint8(data[i]) & 15];
        }
    }

    function readLookup(bytes memory thrown)
        private
        pure
        returns (address, string[] memory, bytes memory, bytes4, bytes memory)
    {
        bytes memory rest = new bytes(thrown.length - 4);
        for (uint256 i = 0; i < rest.length; i++) rest[i] = thrown[i + 4];
        return abi.decode(rest, (address, string[], bytes, bytes4, bytes));
    }

    function revertWith(bytes memory data) private pure {
        assembly {
            revert(add(data, 32), mload(data))
        }
    }
}
