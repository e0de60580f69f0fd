/** Calls that start a process with a command or a list of arguments. */
export const subprocessCalls = ["run", "call", "check_call", "check_output", "Popen"].map(
  (name) => `subprocess.${name}`,
)

/** Calls that start a process with separate arguments, without a shell. */
export const execCalls = ["asyncio.create_subprocess_exec", "asyncio.subprocess.create_subprocess_exec"]
