fn main() {
    for path in std::env::args().skip(1) {
        let start = std::time::Instant::now();
        match common::asset::read(std::path::Path::new(&path)) {
            Ok(asset) => {
                println!("{path}: nodes {} chains {:?} surfaces {} materials {} clips {:?} in {:?}", asset.nodes.len(), asset.chains.iter().map(|c| c.joints.len()).collect::<Vec<_>>(), asset.surfaces.len(), asset.materials.len(), asset.clips.iter().map(|c| (c.name.as_str(), c.seconds, c.channels.len())).collect::<Vec<_>>(), start.elapsed());
                for s in &asset.surfaces { println!("   {} verts {} tris {} joints {}", s.name, s.mesh.positions.len(), s.mesh.triangles.len(), s.joints.len()); }
                for n in asset.notes.iter().chain(&asset.pose_notes).chain(&asset.clip_notes) { println!("   note {n}"); }
            }
            Err(error) => println!("{error}"),
        }
    }
}
