// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A token with any name and decimals, and optionally a fee in hundredths of a percent that each transfer burns.
contract Coin is ERC20 {
    uint8 private immutable places;
    uint256 private immutable fee;

    constructor(string memory name, string memory symbol, uint8 decimals_, uint256 fee_) ERC20(name, symbol) {
        places = decimals_;
        fee = fee_;
    }

    function decimals() public view override returns (uint8) {
        return places;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function _update(address from, address to, uint256 amount) internal override {
        uint256 burnt = from == address(0) || to == address(0) ? 0 : (amount * fee) / 10_000;
        if (burnt > 0) super._update(from, address(0), burnt);
        super._update(from, to, amount - burnt);
    }
}
