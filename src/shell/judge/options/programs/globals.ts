/** Options before the sub-command of git that change nothing important. */
export const gitGlobals: ReadonlySet<string> = new Set([
  "--no-pager",
  "-P",
  "--no-optional-locks",
  "--no-replace-objects",
  "--literal-pathspecs",
  "--version",
  "--help",
  "--no-lazy-fetch",
  "--no-advice",
])

/** Options before the sub-command that change nothing important; `name=` takes a value. */
export const toolGlobals: Readonly<Record<string, readonly string[]>> = {
  npm: ["--silent", "-s", "--quiet", "-q"],
  pnpm: ["--silent", "-s", "-r", "--recursive", "--filter="],
  yarn: ["--silent", "-s"],
  cargo: ["-q", "--quiet", "-v", "--verbose", "--locked", "--offline"],
  kubectl: ["-n=", "--namespace=", "--context="],
  helm: ["-n=", "--namespace="],
  gh: ["-R=", "--repo="],
  systemctl: ["--user", "--no-pager"],
}

/** Options before the sub-command that only a rule can allow; `name=` takes a value. Others are judged as they are spelled. */
export const spelledGlobals: Readonly<Record<string, readonly string[]>> = {
  git: [
    "-C=",
    "-c=",
    "--git-dir=",
    "--work-tree=",
    "--namespace=",
    "--config-env=",
    "--super-prefix=",
    "--exec-path",
    "--paginate",
    "-p",
    "--bare",
  ],
  npm: ["--prefix=", "-C=", "-w=", "--workspace=", "--userconfig=", "--registry="],
  pnpm: ["-C=", "--dir=", "--filter=", "-F=", "-w", "--workspace-root"],
  yarn: ["--cwd="],
  bun: ["--cwd="],
  cargo: ["--config=", "-C=", "-Z=", "--color="],
  go: ["-C="],
  kubectl: ["--kubeconfig=", "--cluster=", "--user=", "-s=", "--server=", "--as="],
  helm: ["--kube-context=", "--kubeconfig="],
  docker: ["-H=", "--host=", "--context=", "-c=", "--config=", "-l=", "--log-level=", "-D", "--debug", "--tls"],
  poetry: ["-C=", "--directory=", "-P=", "--project="],
  uv: ["--directory=", "--project="],
  gcloud: ["--project=", "--account=", "--configuration="],
  aws: ["--profile=", "--region=", "--endpoint-url=", "--output="],
  systemctl: ["-H=", "--host=", "-M=", "--machine="],
}
