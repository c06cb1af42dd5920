//! The example files for clusters.
#![cfg(unix)]

use crate::run::{Folder, Ran};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

const KUBERNETES: &str = include_str!("../../../../packaging/kubernetes.yaml");

/// As Slurm starts a task: with the script in the folder from which it was submitted.
#[test]
fn the_script_for_slurm_does_the_units() {
    let folder = Folder::new();
    folder.run(&["work", "split", "jobs", "water", "panex:2"]).quietly(0);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging/slurm.sh");
    let binary = Path::new(env!("CARGO_BIN_EXE_fewest")).parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap();
    let path = std::env::join_paths([binary].into_iter().chain(std::env::split_paths(&path)));
    let run = |arguments: &[&str]| {
        let mut command = Command::new("bash");
        command.arg(script).args(arguments).current_dir(folder.path());
        command.env("PATH", path.as_ref().unwrap()).env("SLURM_CPUS_PER_TASK", "2");
        Ran::of(command.output().unwrap())
    };
    let ran = run(&["jobs"]).quietly(0);
    assert_eq!(ran.stdout.lines().count(), 2, "{}", ran.stdout);
    assert_eq!(folder.run(&["work", "merge", "jobs"]).quietly(0).records().len(), 2);
    assert!(run(&[]).stderr.contains("usage: sbatch slurm.sh FOLDER"));
    assert_eq!(run(&["nowhere"]).code, Some(31));
}

#[test]
fn the_job_for_kubernetes_has_the_fields_that_it_needs() {
    let job: Value = serde_yaml_ng::from_str(KUBERNETES).unwrap();
    let text = |node: &Value| node.as_str().unwrap().to_owned();
    assert_eq!([&job["apiVersion"], &job["kind"]].map(text), ["batch/v1", "Job"]);
    let spec = &job["spec"];
    assert_eq!(text(&spec["completionMode"]), "Indexed");
    assert!(spec["completions"].as_u64() >= spec["parallelism"].as_u64());
    assert!(spec["backoffLimitPerIndex"].is_u64());
    let pod = &spec["template"]["spec"];
    // Required for a policy on failures.
    assert_eq!(text(&pod["restartPolicy"]), "Never");
    let container = &pod["containers"][0];
    let on_exit = &spec["podFailurePolicy"]["rules"][0]["onExitCodes"];
    assert_eq!(text(&on_exit["containerName"]), text(&container["name"]));
    assert_eq!(on_exit["values"][0].as_u64(), Some(22), "interrupted");
    let mount = &container["volumeMounts"][0];
    assert_eq!(text(&mount["name"]), text(&pod["volumes"][0]["name"]));
    assert_eq!(text(&mount["mountPath"]), text(&container["workingDir"]));
    // The command is understood.
    let words = [&container["command"], &container["args"]];
    let words = words.into_iter().flat_map(|list| list.as_array().unwrap()).map(text);
    let words: Vec<_> = words.collect();
    let (program, arguments) = words.split_first().unwrap();
    assert_eq!(program, "fewest");
    let folder = Folder::new();
    folder.run(&["work", "split", "jobs", "water"]).quietly(0);
    Ran::of(folder.command(arguments).output().unwrap()).quietly(0);
}
