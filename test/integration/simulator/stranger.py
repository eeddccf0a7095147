"""A stranger's client: Python's standard library and the interface description, nothing else.

Signs and runs through every endpoint of a simulator that is already listening, and through its stream, and compares what comes back
with what the description says. Usage: stranger.py URL KEY SECRET spec|live. Prints one line per step; ends with 0 when all is well.
"""

import base64
import hashlib
import hmac
import http.client
import json
import os
import socket
import struct
import sys
import time
from decimal import Decimal
from urllib.parse import urlparse

URL, KEY, SECRET, DIALECT = sys.argv[1:5]
HOST = urlparse(URL)
LIVE = DIALECT == "live"
nonces = iter(range(int(time.time() * 1000), 2**53))


def check(fact, said):
    if not fact:
        raise SystemExit(f"FAILED: {said}")


def step(said):
    print(f"ok  {said}", flush=True)


def send(method, path, body=None, headers=None):
    connection = http.client.HTTPConnection(HOST.hostname, HOST.port, timeout=20)
    connection.request(method, path, body=body, headers=headers or {})
    answer = connection.getresponse()
    text = answer.read().decode("utf-8")
    connection.close()
    try:
        return answer.status, json.loads(text), answer
    except ValueError:
        return answer.status, text, answer


def signed(path, secret=SECRET, key=KEY, **members):
    nonce = next(nonces)
    body = {"request": path, "nonce": nonce if LIVE else str(nonce), **members}
    text = json.dumps(body, separators=(",", ":"))
    payload = base64.b64encode(text.encode("utf-8")).decode("ascii")
    signature = hmac.new(secret.encode("utf-8"), payload.encode("ascii"), hashlib.sha512).hexdigest()
    headers = {
        "Content-Type": "application/json",
        "X-TXC-APIKEY": key,
        "X-TXC-PAYLOAD": payload,
        "X-TXC-SIGNATURE": signature,
    }
    return send("POST", path, text, headers)


def call(path, **members):
    status, answer, _ = signed(path, **members)
    check(status == 200, f"{path} answered {status}: {answer}")
    return answer


def decimal(value):
    check(isinstance(value, str), f"{value!r} is no text")
    return Decimal(value)


def spelt(spec_name, live_name):
    return live_name if LIVE else spec_name


ORDER_ID = spelt("order_id", "orderId")
CLIENT_ID = spelt("client_order_id", "clientOrderId")
DEAL_MONEY = spelt("deal_money", "dealMoney")
DEAL_STOCK = spelt("deal_stock", "dealStock")
DEAL_FEE = spelt("deal_fee", "dealFee")

BALANCE = "/api/v4/main-account/balance"
HISTORY = "/api/v4/main-account/smart-flex/investments/history"
CLOSE = "/api/v4/main-account/smart/investment/close"
MARKET = "/api/v4/order/collateral/market"
BULK = "/api/v4/order/bulk"
POSITIONS = "/api/v4/collateral-account/positions/open"
LOAN = "/api/v4/credit-line/loans/info"
MINING = "/api/v4/mining/payout-destination"
TOKEN = "/api/v4/profile/websocket_token"

# Not in the interface description: from the public documentation, in camelCase whatever the dialect.
ORDERS = "/api/v4/orders"
ORDER_HISTORY = "/api/v4/trade-account/order/history"
CANCEL = "/api/v4/order/cancel"
CANCEL_BULK = "/api/v4/order/cancel/bulk"
CANCEL_ALL = "/api/v4/order/cancel/all"
CLOSE_POSITION = "/api/v4/collateral-account/position/close"
TRADE_BALANCE = "/api/v4/trade-account/balance"
COLLATERAL_BALANCES = "/api/v4/collateral-account/balance-summary"
COLLATERAL_SUMMARY = "/api/v4/collateral-account/summary"
FIXED = "/api/v4/main-account/smart/investments"
FLEXIBLE = "/api/v4/main-account/smart-flex/investments"
POOL_ACCOUNTS = "/api/v4/mining/accounts"


def liveness():
    status, answer, headers = send("GET", "/api/v4/public/ping")
    check((status, answer) == (200, ["pong"]), f"ping answered {status} {answer}")
    check(headers.getheader("content-type", "").startswith("application/json"), "ping is not JSON")
    step("ping")


def balance():
    assets = call(BALANCE)
    check(len(assets) > 3, "a main balance with a few assets")
    for held in assets.values():
        check(decimal(held["main_balance"]) >= 0, "a balance below zero")
    step("main balance")
    return assets


def history():
    page = call(HISTORY)
    check((page["limit"], page["offset"], len(page["data"])) == (50, 0, 50), "fifty records by default")
    names = {"createdAt", "planId", "investmentId", "currency", "amount", "transaction_id", "actionType"}
    for record in page["data"]:
        check(set(record) == names, f"a record has {sorted(record)}")
        decimal(record["amount"])
        check(record["actionType"] in range(1, 7), "an action type of section 3.1")
    first = page["data"][0]
    found = call(
        HISTORY,
        limit=5,
        offset=0,
        plan=first["planId"],
        investment=first["investmentId"],
        transaction=first["transaction_id"],
        dateFrom=first["createdAt"],
        dateTo=first["createdAt"],
        actionTypes=[first["actionType"]],
    )
    check(found["data"] == [first], "every filter together finds the record again")
    status, refusal, _ = signed(HISTORY, plan="x", dateFrom="x", actionTypes=[1, 99])
    check((status, refusal["code"], refusal["message"]) == (400, 0, "Validation failed"), f"wrong filters answered {status} {refusal}")
    check(set(refusal["errors"]) == {"plan", "dateFrom", "actionTypes.1"}, f"errors for {sorted(refusal['errors'])}")
    step("flexible investment history")


def close_investment(before):
    status, refusal, _ = signed(CLOSE, id="00000000-0000-4000-8000-000000000000")
    check((status, refusal["errors"]["id"]) == (400, ["Investment not found"]), f"an unknown investment answered {status} {refusal}")
    check(call(CLOSE, id="0d7b66ff-1909-4938-ab7a-d16d9a64dcd5") == {}, "closing answers an object")
    after = Decimal(call(BALANCE)["USDT"]["main_balance"])
    check(after == Decimal(before["USDT"]["main_balance"]) + Decimal("2500"), "the funds are back")
    status, refusal, _ = signed(CLOSE, id="0d7b66ff-1909-4938-ab7a-d16d9a64dcd5")
    check(status == 422 and "error" in refusal["errors"], f"closing twice answered {status} {refusal}")
    step("close investment")


def market_order():
    order = call(
        MARKET, market="BTC_PERP", side="buy", amount="0.01", stopLoss="20000", takeProfit="200000", **{CLIENT_ID: "stranger-1"}
    )
    check(order[CLIENT_ID] == "stranger-1" and isinstance(order[ORDER_ID], int), f"an order {order}")
    check((order["type"], order["status"], order["left"]) == ("market", "FILLED", "0"), f"an order {order}")
    check(decimal(order[DEAL_STOCK]) == Decimal("0.01") and decimal(order[DEAL_MONEY]) > 0, "what it got and what it paid")
    check(set(order["oto"]) == {"otoId", "stopLoss", "takeProfit"}, "both levels")
    for wrong, field in [({"market": "NO_SUCH"}, "market"), ({"side": "hold"}, "side"), ({"amount": "0"}, "amount")]:
        status, refusal, _ = signed(MARKET, **{"market": "BTC_PERP", "side": "buy", "amount": "0.01", **wrong})
        check(status == 422 and field in refusal["errors"], f"{wrong} answered {status} {refusal}")
    guarded = call(MARKET, market="BTC_PERP", side="buy", amount="0.01", stopLoss="20000")
    check(set(guarded["oto"]) == {"otoId", "stopLoss"}, f"one level alone {guarded['oto']}")
    status, order, _ = signed(MARKET, market="BTC_PERP", side="buy", amount=0.01)
    check(status == (200 if LIVE else 422), f"an amount that is no string answered {status} {order}")
    if not LIVE:
        status, refusal, _ = signed(MARKET, market="BTC_PERP", side="buy", amount="0.01", **{CLIENT_ID: "stranger-1"})
        check((status, refusal["code"]) == (422, 36), f"an id used twice answered {status} {refusal}")
    step("collateral market order")


def bulk_orders():
    orders = [
        {"market": "BTC_USDT", "side": "buy", "amount": "0.01", "price": "30000", "postOnly": True},
        {"market": "BTC_USDT", "side": "buy", "amount": "0.000001", "price": "30000"},
        {"market": "ETH_USDT", "side": "sell", "amount": "0.5", "price": "1000", "ioc": True},
    ]
    entries = call(BULK, orders=orders, stopOnFail=False)
    check(len(entries) == 3, "an entry for each order")
    rests, refused, taken = entries
    check(rests["result"]["status"] == ("OPEN" if LIVE else "NEW"), f"a resting order {rests}")
    check(refused["error"]["code"] == 32 and refused.get("result") is None, f"a refused order {refused}")
    check(rests.get("error") is None and ("error" in rests) == LIVE, "the empty member")
    result = taken["result"]
    check(result["status"] == "FILLED" and decimal(result[DEAL_FEE]) > 0, f"an order that crossed {taken}")
    check(len(call(BULK, orders=[orders[1], orders[0]], stopOnFail=True)) == 1, "nothing after the first failure")
    if not LIVE:
        text = json.dumps({"orders": [orders[0]]})
        payload = base64.b64encode(text.encode()).decode()
        headers = {
            "Content-Type": "application/json",
            "X-TXC-APIKEY": KEY,
            "X-TXC-PAYLOAD": payload,
            "X-TXC-SIGNATURE": hmac.new(SECRET.encode(), payload.encode(), hashlib.sha512).hexdigest(),
        }
        status, answer, _ = send("POST", BULK, text, headers)
        check(status == 200 and len(answer) == 1, f"without request and nonce it answered {status} {answer}")
    step("bulk limit orders")


def positions():
    names = {
        "positionId", "market", "openDate", "modifyDate", "amount", "basePrice", "liquidationPrice", "liquidationState", "pnl",
        "pnlPercent", "margin", "freeMargin", "funding", "unrealizedFunding", "tpsl",
    }  # fmt: skip
    if not LIVE:
        names |= {"unrealizedPnl", "positionSide"}
    held = call(POSITIONS)
    check(len(held) > 2, "a few positions")
    for position in held:
        check(set(position) == names, f"a position has {sorted(position)}")
        if position["market"].endswith("_PERP"):
            check((position["funding"], position["unrealizedFunding"]) == ("0", "0"), "futures carry no funding")
    only = call(POSITIONS, market="BTC_PERP")
    check([one["market"] for one in only] == ["BTC_PERP"], "one market alone")
    check(only[0]["tpsl"]["stopLoss"] == "20000", "the levels of the order before")
    step("open positions")


def loan():
    line = call(LOAN)
    levels = [decimal(line[name]) for name in ("currentLtv", "initialLtv", "marginCallLtv", "liquidationLtv")]
    check(levels == sorted(levels), f"a loan far from trouble {line}")
    check(isinstance(line["createdAt"], int), "whole seconds")
    step("credit line")


def mining():
    home = call(MINING, accountName="my_miner_01")
    check(home == {"payoutDestination": "main_balance", "externalAddress": None}, f"my_miner_01 {home}")
    away = call(MINING, accountName="my_miner_02")
    check(away["payoutDestination"] == "external_address" and away["externalAddress"].startswith("bc1"), f"my_miner_02 {away}")
    status, refusal, _ = signed(MINING, accountName="nobody")
    check((status, refusal["errors"]) == (400, {"user": ["Mining account not found."]}), f"nobody answered {status} {refusal}")
    step("mining payout destination")


def markets_and_prices():
    now = send("GET", "/api/v4/public/time")[1]["time"]
    check(abs(now - time.time()) < 30 * 86400, f"the time is {now}")
    check(send("GET", "/api/v4/public/platform/status")[1] == {"status": "1" if LIVE else "system operational"}, "the platform works")
    listed = {market["name"]: market for market in send("GET", "/api/v4/public/markets")[1]}
    check(decimal(listed["BTC_USDT"]["minAmount"]) > 0 and listed["BTC_PERP"]["type"] == "futures", "a list of markets")
    prices = send("GET", "/api/v4/public/ticker")[1]
    check(set(prices) == set(listed) and decimal(prices["BTC_USDT"]["last_price"]) > 0, "a price of every market")
    futures = send("GET", "/api/v4/public/futures")[1]["result"]
    check({one["ticker_id"] for one in futures} == {name for name in listed if name.endswith("_PERP")}, "the futures")
    for one in futures:
        check(int(one["next_funding_rate_timestamp"]) > now * 1000 and abs(decimal(one["funding_rate"])) < 1, f"funding {one}")
    step("markets and prices")


def places_lists_cancels_reconciles():
    mine = "stranger-rests"
    placed = call(BULK, orders=[{"market": "BTC_USDT", "side": "buy", "amount": "0.01", "price": "31000", CLIENT_ID: mine}])
    order_id = placed[0]["result"][ORDER_ID]
    found = call(ORDERS, market="BTC_USDT", clientOrderId=mine)
    check([(one["orderId"], one["left"], one["price"]) for one in found] == [(order_id, "0.01", "31000")], f"it rests {found}")
    reserved = decimal(call(TRADE_BALANCE)["USDT"]["freeze"])
    ended = call(CANCEL, market="BTC_USDT", orderId=order_id)
    check("CANCEL" in ended["status"] and ended["dealStock"] == "0", f"it is cancelled {ended}")
    check(reserved - decimal(call(TRADE_BALANCE)["USDT"]["freeze"]) == Decimal("310") * Decimal("1.001"), "what it set aside is back")
    status, refusal, _ = signed(CANCEL, market="BTC_USDT", orderId=order_id)
    check((status, refusal["code"]) == (400, 2), f"cancelled twice it answered {status} {refusal}")
    check(call(ORDERS, market="BTC_USDT", clientOrderId=mine) == [], "it rests no longer")
    history = call(ORDER_HISTORY, clientOrderId=mine)
    check([one["id"] for one in history["BTC_USDT"]] == [order_id], f"its end is on record {history}")
    check(call(ORDER_HISTORY, clientOrderId="stranger-1")["BTC_PERP"][0]["dealStock"] == "0.01", "a market order is on record")
    status, refusal, _ = signed(ORDER_HISTORY, clientOrderId="never-sent")
    check((status, list(refusal["errors"])) == (422, ["orderHistory"]), f"an order that never was answered {status} {refusal}")
    several = [{"market": "BTC_USDT", "side": "buy", "amount": "0.01", "price": price} for price in ("31100", "31200", "31300")]
    ids = [entry["result"][ORDER_ID] for entry in call(BULK, orders=several)]
    ended, never, other = call(CANCEL_BULK, orders=[{"market": "BTC_USDT", "orderId": one} for one in (ids[0], 1, ids[1])])
    check(ended["result"]["orderId"] == ids[0] and other["result"]["orderId"] == ids[1], f"two are cancelled {ended} {other}")
    check(never["result"] is None and never["error"]["code"] == 404, f"one that never was {never}")
    resting = [one["orderId"] for one in call(ORDERS, market="BTC_USDT")]
    check(ids[2] in resting and not set(ids[:2]) & set(resting), f"the third rests on {resting}")
    for one in ids[:2]:
        end = call(ORDER_HISTORY, market="BTC_USDT", orderId=one)["BTC_USDT"]
        check(["CANCEL" in order["status"] for order in end] == [True], f"what became of {one} {end}")
    check(call(CANCEL_ALL, market="BTC_USDT", type=["spot"]) == [], "all are cancelled")
    check(call(ORDERS, market="BTC_USDT") == [], "nothing rests there")
    step("orders placed, listed, cancelled, found again")


def worth():
    summary = call(COLLATERAL_SUMMARY)
    balances = {one["asset"]: one for one in call(COLLATERAL_BALANCES)}
    # As captured from the live service: the equity leaves the unrealized PnL out, and the margins do not.
    check(decimal(summary["equity"]) == decimal(balances["USDT"]["balance"]), f"the equity is the balance {summary}")
    margins = decimal(summary["margin"]) + decimal(summary["freeMargin"])
    counted = decimal(summary["equity"]) + decimal(summary["pnl"]) - decimal(summary["unrealizedFunding"])
    check(margins == counted or decimal(summary["freeMargin"]) == 0, f"it adds up {summary}")
    held = call(POSITIONS)
    check(decimal(summary["margin"]) == sum(decimal(one["margin"]) for one in held), "the margin of all positions")
    first = held[0]
    check(call(CLOSE_POSITION, market=first["market"], positionId=first["positionId"]) == [], "a position is closed")
    check(first["positionId"] not in [one["positionId"] for one in call(POSITIONS)], "it is gone")
    status, refusal, _ = signed(CLOSE_POSITION, market=first["market"], positionId=first["positionId"])
    check((status, refusal["code"]) == (422, 104), f"closed twice it answered {status} {refusal}")
    step("what the account is worth, closing a position")


def lists():
    closed = [one for one in call(FIXED)["records"] if one["id"] == "0d7b66ff-1909-4938-ab7a-d16d9a64dcd5"]
    check([one["status"] for one in closed] == [2], f"the investment that was closed {closed}")
    for one in call(FLEXIBLE)["data"]:
        check(decimal(one["invested"]) > 0 and one["status"] == 1, f"a flexible investment {one}")
    check([one["name"] for one in call(POOL_ACCOUNTS)["data"]] == ["my_miner_01", "my_miner_02"], "the pool accounts")
    step("investments and pool accounts")


def nonce_kinds():
    global nonces
    now = int(time.time() * 1000)
    nonces = iter(range(now + 1, 2**53))
    window = {"nonce": now, "nonceWindow": True}
    check(signed(BALANCE, **window)[0] == 200, "a nonce of this computer's time")
    check(signed(BALANCE, **window)[0] == 429, "the same nonce again")
    check(signed(BALANCE, **{**window, "nonceWindow": False})[0] == 429, "the same nonce again without the window")
    for wanted in (422, 422) if LIVE else (200, 429):
        status, answer, _ = signed(BALANCE, nonce="5f0c1c52-3f0e-4a0e-9f0e-0d7b66ff1909")
        check(status == wanted, f"a UUID answered {status} {answer}")
    step("nonces")


def refusals():
    status, refusal, _ = signed(BALANCE, secret="wrong")
    check((status, refusal["code"]) == (401, 10), f"a wrong secret answered {status} {refusal}")
    status, refusal, _ = signed(BALANCE, key="nobody")
    check(status == 401, f"an unknown key answered {status} {refusal}")
    status, answer, _ = send("GET", "/api/v4/public/nothing")
    check(status == 404 and (answer == "" if LIVE else set(answer) == {"success", "message", "params"}), f"an unknown path {status} {answer}")
    step("refusals")


class Stream:
    """As much of RFC 6455 as a client needs for short texts."""

    def __init__(self):
        self.socket = socket.create_connection((HOST.hostname, HOST.port), timeout=20)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            "GET /ws HTTP/1.1", f"Host: {HOST.netloc}", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}", "", "",
        ]  # fmt: skip
        self.socket.sendall("\r\n".join(lines).encode())
        self.reader = self.socket.makefile("rb")
        check(self.reader.readline().startswith(b"HTTP/1.1 101 "), "the handshake was refused")
        headers = dict(line.decode().strip().split(": ", 1) for line in iter(self.reader.readline, b"\r\n"))
        guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        accept = base64.b64encode(hashlib.sha1((key + guid).encode()).digest()).decode()
        check(headers.get("Sec-WebSocket-Accept") == accept, "the handshake was answered wrongly")

    def send(self, opcode, data):
        mask = os.urandom(4)
        head = bytes([0x80 | opcode]) + (bytes([0x80 | len(data)]) if len(data) < 126 else struct.pack("!BH", 0x80 | 126, len(data)))
        self.socket.sendall(head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(data)))

    def receive(self):
        first, second = self.reader.read(2)
        length = second & 0x7F
        if length == 126:
            (length,) = struct.unpack("!H", self.reader.read(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self.reader.read(8))
        check(second & 0x80 == 0, "a server does not mask")
        return first & 0x0F, self.reader.read(length)

    def ask(self, number, method, params):
        self.send(1, json.dumps({"id": number, "method": method, "params": params}).encode())
        opcode, data = self.receive()
        check(opcode == 1, f"{method} was answered with a frame of kind {opcode}")
        answer = json.loads(data)
        check(answer["id"] == number, f"{method} was answered with {answer}")
        return answer


def stream():
    token = call(TOKEN)["websocket_token"]
    line = Stream()
    check(line.ask(1, "ping", [])["result"] == "pong", "no pong")
    check(line.ask(2, "positionsMargin_subscribe", [])["error"]["code"] == 6, "private without authorization")
    check(line.ask(3, "authorize", [token, "public"])["result"] == {"status": "success"}, "the token was refused")
    check("USDT" in line.ask(4, "balanceSpot_request", [])["result"], "spot balances")
    check(line.ask(5, "positionsMargin_subscribe", [])["result"] == {"status": "success"}, "a subscription")
    opcode, data = line.receive()
    update = json.loads(data)
    check(update["method"] == "positionsMargin_update" and update["params"]["total"] > 2, f"an update {update['method']}")
    line.send(9, b"there?")
    opcode, data = line.receive()
    while opcode == 1:
        opcode, data = line.receive()
    check((opcode, data) == (10, b"there?"), "a ping is answered with what it brought")
    line.send(8, struct.pack("!H", 1000))
    opcode, data = line.receive()
    while opcode == 1:
        opcode, data = line.receive()
    check(opcode == 8, "a close is answered with a close")
    step("stream token and stream")


def main():
    liveness()
    before = balance()
    history()
    close_investment(before)
    market_order()
    bulk_orders()
    positions()
    loan()
    mining()
    markets_and_prices()
    places_lists_cancels_reconciles()
    worth()
    lists()
    nonce_kinds()
    refusals()
    stream()
    print(f"all well in the {DIALECT} dialect")


main()
