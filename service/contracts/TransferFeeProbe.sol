// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface IPair {
    function token0() external view returns (address);
    function getReserves() external view returns (uint112, uint112, uint32);
    function swap(uint256 amount0, uint256 amount1, address to, bytes calldata data) external;
}

interface IBalances {
    function balanceOf(address owner) external view returns (uint256);
}

/// What a token keeps of its own transfers. Never deployed: the constructor runs in an eth_call, and its "code" is the answer, three words:
/// how much a pair sent, how much of it arrived, and how much of that came back to the pair.
contract TransferFeeProbe {
    constructor(address pair, address token) {
        bytes memory measured = new Borrower().measure(pair, token);
        assembly {
            return(add(measured, 32), mload(measured))
        }
    }
}

/// Borrows from a pair of Uniswap v2 within one call. The call that gives it back fails on purpose and carries what was measured.
contract Borrower {
    function measure(address pair, address token) external returns (bytes memory) {
        (uint112 reserve0, uint112 reserve1, ) = IPair(pair).getReserves();
        bool isFirst = IPair(pair).token0() == token;
        uint256 amount = uint256(isFirst ? reserve0 : reserve1) / 1000;
        require(amount > 0);
        try IPair(pair).swap(isFirst ? amount : 0, isFirst ? 0 : amount, address(this), abi.encode(pair, token, amount)) {
            revert();
        } catch (bytes memory reason) {
            // Else it is an error of the pair or of the token.
            require(reason.length == 96);
            return reason;
        }
    }

    /// The name of the call differs from one exchange to another; what it carries does not.
    fallback(bytes calldata input) external returns (bytes memory) {
        (, , , bytes memory data) = abi.decode(input[4:], (address, uint256, uint256, bytes));
        (address pair, address token, uint256 amount) = abi.decode(data, (address, address, uint256));
        uint256 arrived = IBalances(token).balanceOf(address(this));
        uint256 before = IBalances(token).balanceOf(pair);
        // Old tokens return nothing, so the answer is not read.
        (bool isSent, ) = token.call(abi.encodeWithSignature("transfer(address,uint256)", pair, arrived));
        require(isSent);
        uint256 returned = IBalances(token).balanceOf(pair) - before;
        bytes memory measured = abi.encode(amount, arrived, returned);
        assembly {
            revert(add(measured, 32), mload(measured))
        }
    }
}
