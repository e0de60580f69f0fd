import type { Table } from "../../table.ts"
import { execCalls, subprocessCalls } from "./process-calls.ts"

const shell = /(?:^|\/)(?:ba|da|z|k|c)?sh(?: -[\w-]+)*$|^cmd(?:\.exe)?$/
const remoteShell = /(?:^|\/)(?:ssh|telnet|(?:ba|da|z|k|c)?sh|su|sudo -[is])(?: |$)/

/** Shells that are already running, other machines and containers. */
export const pythonShellsTable: Table = {
  name: "python shells",
  language: "python",
  marks: [
    {
      of: "parameter",
      written: /\.exec_command\(|\bConnection\(|(?<![.\w])(?:local|sudo)\(|\brun_(?:string|in_subinterp)\(|PythonREPL/,
    },
  ],
  passes: [
    {
      calls: ["subprocess.Popen", ...execCalls, "pexpect.popen_spawn.PopenSpawn"],
      where: { "0": shell },
      gives: "(shell)",
      example:
        'import subprocess\nfrom flask import request\ndef f():\n    p = subprocess.Popen(["bash"])\n    p.communicate("ls " + request.args["x"])\n',
    },
    {
      calls: ["pexpect.spawn", "pexpect.spawnu"],
      where: { "0": remoteShell },
      gives: "(terminal)",
      example:
        'import pexpect\nfrom flask import request\ndef f():\n    p = pexpect.spawn("ssh box")\n    p.sendline("ls " + request.args["x"])\n',
    },
  ],
  sinks: [
    {
      harm: "shell",
      calls: ["(shell).communicate", "(shell).stdin.write", "(shell).sendline", "(shell).send"],
      args: [0, "input"],
      example:
        'import subprocess\nfrom flask import request\ndef f():\n    p = subprocess.Popen("sh")\n    p.stdin.write("ls " + request.args["x"])\n',
    },
    {
      harm: "shell",
      // What is typed unchanged is often the answer to a question, such as a password.
      calls: ["(terminal).sendline", "(terminal).send"],
      args: [0],
      built: true,
      example:
        'import pexpect\nfrom flask import request\ndef f():\n    p = pexpect.spawn("bash")\n    p.sendline("ls " + request.args["x"])\n',
    },
    {
      harm: "shell",
      calls: [
        "paramiko.SSHClient().invoke_shell().send",
        "paramiko.SSHClient().invoke_shell().sendall",
        "netmiko.ConnectHandler().send_command",
        "netmiko.ConnectHandler().send_command_timing",
        "netmiko.ConnectHandler().send_config_set",
      ],
      args: [0],
      example:
        'import netmiko\nfrom flask import request\ndef f():\n    box = netmiko.ConnectHandler(host="r1")\n    box.send_command("show " + request.args["x"])\n',
    },
    {
      harm: "shell",
      calls: ["paramiko.SSHClient().exec_command", "fabric.Connection().run", "fabric.Connection().sudo"],
      args: [0, "command"],
      forCallers: "built",
      example:
        'import paramiko\ndef tail(name):\n    ssh = paramiko.SSHClient()\n    ssh.exec_command("tail /var/log/" + name)\n',
    },
    {
      harm: "shell",
      calls: [...subprocessCalls, ...execCalls],
      args: ["(remote)"],
      example:
        'import subprocess\nfrom flask import request\ndef f():\n    subprocess.run(["ssh", "-p", "22", "box", "ls " + request.args["x"]])\n',
    },
    {
      harm: "shell",
      methods: ["exec_run"],
      args: [0, "cmd"],
      isText: true,
      example: 'from flask import request\ndef f():\n    box.exec_run("ls " + request.args["x"])\n',
    },
    {
      harm: "shell",
      methods: ["exec_run"],
      args: ["(script)"],
      example: 'from flask import request\ndef f():\n    box.exec_run(["sh", "-c", "ls " + request.args["x"]])\n',
    },
    {
      harm: "shell",
      methods: ["exec_create"],
      args: [1, "cmd"],
      isText: true,
      example: 'from flask import request\ndef f():\n    client.api.exec_create("box", "ls " + request.args["x"])\n',
    },
    {
      harm: "shell",
      methods: ["run", "create"],
      on: /\bcontainers\b/,
      args: [1, "command"],
      isText: true,
      example:
        'import docker\nfrom flask import request\ndef f():\n    docker.from_env().containers.run("alpine", "ls " + request.args["x"])\n',
    },
    {
      harm: "shell",
      calls: ["fabric.api.run", "fabric.api.local", "fabric.api.sudo", "invoke.run", "invoke.sudo"],
      args: [0, "command"],
      forCallers: "built",
      example: 'from fabric.api import local\ndef find(name):\n    local("grep %s users.txt" % name)\n',
    },
    {
      harm: "shell",
      calls: ["sh.bash", "sh.sh", "sh.zsh"],
      args: [1],
      where: { "0": "-c" },
      forCallers: "built",
      example: 'import sh\nfrom flask import request\ndef f():\n    sh.bash("-c", request.args["x"])\n',
    },
    {
      harm: "shell",
      calls: ["os.spawnl", "os.spawnlp", "os.spawnle", "os.spawnv", "os.spawnvp", "os.spawnve", "os.spawnvpe"],
      args: [1],
      example: 'import os\nfrom flask import request\ndef f():\n    os.spawnv(os.P_WAIT, request.args["x"], ["a"])\n',
    },
    {
      harm: "shell",
      calls: ["os.execl", "os.execle", "os.execlp", "os.execve", "os.execvpe", "os.posix_spawn", "os.posix_spawnp"],
      args: [0],
      from: /^(?!os\.(?:environ|getenv))/,
      example: 'import os\nfrom flask import request\ndef f():\n    os.execl(request.args["x"], "a", "-v")\n',
    },
    {
      harm: "code",
      calls: [
        "_xxsubinterpreters.run_string",
        "_interpreters.run_string",
        "_testcapi.run_in_subinterp",
        "test.support.run_in_subinterp",
      ],
      forCallers: "always",
      example:
        "import _xxsubinterpreters as interpreters\ndef run(text):\n    interpreters.run_string(interpreters.create(), text)\n",
    },
    {
      harm: "code",
      methods: ["eval", "register_script"],
      on: /redis|cache|\b(?:conn|r|client)\b/i,
      args: [0, "script"],
      example:
        'import redis\nfrom flask import request\ndef f(client):\n    client.eval("return " + request.args["x"], 0)\n',
    },
    {
      harm: "code",
      calls: [
        "langchain_experimental.utilities.PythonREPL().run",
        "langchain.utilities.PythonREPL().run",
        "langchain_experimental.utilities.python.PythonREPL().run",
      ],
      args: [0],
      forCallers: "always",
      example:
        "from langchain_experimental.utilities import PythonREPL\ndef answer(text):\n    return PythonREPL().run(text)\n",
    },
    {
      harm: "path",
      methods: ["download_file", "download_fileobj"],
      on: /s3|client|bucket|boto3/i,
      args: [2, "Filename"],
      example:
        'import boto3\nfrom flask import request\ndef f():\n    boto3.client("s3").download_file("b", "k", "/data/" + request.args["x"])\n',
    },
    {
      harm: "code",
      calls: ["sys.path.insert"],
      args: [1],
      example: 'import sys\nfrom flask import request\ndef f():\n    sys.path.insert(0, request.args["x"])\n',
    },
    {
      harm: "code",
      calls: ["sys.path.append", "site.addsitedir", "ctypes.CDLL", "ctypes.cdll.LoadLibrary", "ctypes.PyDLL"],
      args: [0],
      example: 'import ctypes\nfrom flask import request\ndef f():\n    ctypes.CDLL(request.args["x"])\n',
    },
    {
      harm: "code",
      calls: ["importlib.util.spec_from_file_location"],
      args: [1, "location"],
      example:
        'import importlib.util\nfrom flask import request\ndef f():\n    importlib.util.spec_from_file_location("a", request.args["x"])\n',
    },
  ],
}
