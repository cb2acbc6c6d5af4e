// Loaded into every process of OpenClaw before its own code: it may reach this machine and nothing else. What it tried is written to
// the file named by CONFORMANCE_REFUSED.
"use strict";
const fs = require("node:fs");
const net = require("node:net");
const dns = require("node:dns");

const here = (host) => !host || host === "localhost" || host === "::1" || host.startsWith("127.") || host === "::ffff:127.0.0.1";

function refuse(what) {
  if (process.env.CONFORMANCE_REFUSED) fs.appendFileSync(process.env.CONFORMANCE_REFUSED, what + "\n");
  return Object.assign(new Error(`only this machine may be reached, not ${what}`), { code: "ECONNREFUSED" });
}

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  const host = typeof options === "object" ? options.host : typeof args[1] === "string" ? args[1] : undefined;
  const path = typeof options === "object" ? options.path : typeof options === "string" && !/^\d+$/.test(options);
  if (path || here(host)) return connect.apply(this, args);
  const error = refuse(host);
  process.nextTick(() => this.destroy(error));
  return this;
};

const lookup = dns.lookup;
dns.lookup = function (host, ...rest) {
  if (here(host) || net.isIP(host)) return lookup.call(this, host, ...rest);
  process.nextTick(rest.at(-1), refuse(host));
};
dns.promises.lookup = ((original) => (host, ...rest) =>
  here(host) || net.isIP(host) ? original(host, ...rest) : Promise.reject(refuse(host)))(dns.promises.lookup);
